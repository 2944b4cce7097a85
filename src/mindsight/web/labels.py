"""The words of the pages, kept out of the templates so that the message catalogue finds them."""

from mindsight.text import Text, text

LABELS: dict[str, Text] = {
    # every page
    "title": text("Rating pictures"),
    "skip": text("To the content"),
    "language": text("Language"),
    "trial": text("Non-conforming trial"),
    "simulated": text("Simulated raters"),
    "simulated_body": text("A program answers in this campaign, no person. Its numbers say nothing about any product."),
    "no_script": text("This page needs JavaScript: it measures how long and how large the pictures were seen."),
    # the door
    "welcome": text("You are invited to rate pictures"),
    "welcome_catalogue": text("You are invited to answer questions about pictures"),
    "welcome_body": text(
        "Your answers are kept under the pseudonym {name}. Nobody who takes part sees the answers of others."
    ),
    "welcome_devices": text(
        "You may stop at any time and go on later with the same link, on another device too. A link that is opened "
        "elsewhere ends the session here."
    ),
    "begin": text("Begin"),
    "manager_door": text("Open the manager's page"),
    "link_unknown": text("This link is not valid. Please ask the person who sent it for a new one."),
    "link_revoked": text("This link was replaced or withdrawn. Please ask the person who sent it for a new one."),
    "link_expired": text("This link has expired. Please ask the person who sent it for a new one."),
    "no_visit": text("Please open your personal link. If you opened it on another device, the session goes on there."),
    "forged": text("The request did not come from this page. Please load the page again."),
    "not_found": text("There is nothing here."),
    "bad_request": text("The request could not be understood. Please load the page again."),
    "no_database": text(
        "Not saved: the server cannot write its database now. What was saved before is safe. Please try again later, and tell the "
        "person who sent the link."
    ),
    "wait": text("Too many requests. Please wait a moment."),
    # instructions
    "instructions": text("What you do"),
    "instructions_again": text("Please read once more"),
    "instructions_again_body": text("The answers to the first pictures did not fit the scale. You have another try."),
    "what_enhancement": text(
        "You see three pictures: the reference, the input, which was made worse on purpose, and the output of a program that "
        "was given the input only."
    ),
    "what_segmentation": text(
        "You see a photograph, the mask of its subject made by hand, the subject as a program cut it out, and where both "
        "differ (orange: too much, blue: missing, yellow: undecided)."
    ),
    "scale": text("The scale: {document}, clause {clause}, table {table}"),
    "between": text("Any whole number from 0 to 100 may be given; the five rows are marks on the way."),
    "how": text("How it goes"),
    "what_catalogue": text("You see one or several pictures and a question. Answer it from the pictures alone."),
    "how_cannot": text(
        "Some questions have no answer: the thing is absent, two things fit equally, no picture shows it, or the words presuppose what "
        "is not so. Then say that it cannot be answered."
    ),
    "question": text("Question"),
    "questions": text("Questions"),
    "picture": text("Picture {number}"),
    "cannot_answer": text("Cannot be answered"),
    "your_answer": text("Your answer"),
    "yes": text("yes"),
    "no": text("no"),
    "hint_choice": text("Choose one."),
    "hint_yes_no": text("Choose one."),
    "hint_number": text("Type a number."),
    "hint_number_unit": text("Type a number, in {unit}."),
    "hint_text": text("Type a few words, exactly as they are written where you read them."),
    "hint_point": text(
        "Click on the place in the last picture, or type it in thousandths of width and height, such as [250, 500]."
    ),
    "hint_box": text(
        "Draw a box in the last picture or click on two opposite corners, or type left, top, right and bottom in thousandths, such as "
        "[100, 200, 300, 400]."
    ),
    "hint_sequence": text("Choose in the right order, one after the other."),
    "hint_span": text("Write the numbers of the first and the last of these pictures, as in 3, 6."),
    "wait_answer": text("Please answer first, or say that it cannot be answered."),
    "keys_question": text("Letters or digits: choices · Enter: save · U: undo · + and −: size · Z: whole"),
    "how_own": text("Judge by your own impression. There is no right answer for the pictures that count."),
    "how_break": text("After {minutes} minutes of work there is a break."),
    "how_checks": text(
        "Some pictures are mixed in only to see how steady ratings are. They do not count, and you need not look for them."
    ),
    "how_order": text("At the beginning there are a few pictures that do not count, to get used to the scale."),
    "how_pairs": text(
        "At the end you compare pictures in pairs: which of two is better? That is no part of the test document."
    ),
    "understood": text("I have read this"),
    # screen
    "screen": text("Your screen and your room"),
    "screen_why": text("How pictures look depends on this. It is kept with your ratings."),
    "diagonal": text("Diagonal of the screen in inches (leave empty if you do not know)"),
    "distance": text("Distance of your eyes from the screen in centimetres (leave empty if you do not know)"),
    "light": text("Light in the room"),
    "dark": text("dark"),
    "dim": text("dim, as in a living room in the evening"),
    "bright": text("bright, as in an office"),
    "plates": text("Colours: which digit do you see?"),
    "plates_why": text("Leave a field empty if you see none. This is no medical test."),
    "plate": text("Picture {number}"),
    "go_on": text("Go on"),
    # an item
    "qualification": text("First pictures: do the answers fit the scale? They do not count."),
    "training": text("To get used to it: this picture does not count."),
    "trap": text("To see that somebody is looking: please give this picture exactly {points} points."),
    "again": text("You may change your answer to this picture; the later answer counts."),
    "place": text("{place} of {whole}"),
    "progress": text("Progress"),
    "pictures": text("Pictures"),
    "reference": text("Reference"),
    "input": text("Input"),
    "output": text("Output"),
    "original": text("Original"),
    "mask": text("Mask"),
    "cutout": text("Cut out"),
    "difference": text("Where they differ"),
    "surplus": text("too much"),
    "missing": text("missing"),
    "undecided": text("undecided"),
    "side": text("Side by side"),
    "flicker": text("In turn"),
    "swap": text("Swap"),
    "fit": text("Whole"),
    "real": text("100 %"),
    "larger": text("Larger"),
    "smaller": text("Smaller"),
    "edge": text("Edge"),
    "ground": text("Ground"),
    "keys": text("Keys"),
    "keys_body": text(
        "Digits: points · Enter: save · A to E: the five rows · Z: whole or 100 % · + and −: size · F: in turn · X: swap · "
        "G: ground · K: edge · arrows with Shift: move the picture · U: undo"
    ),
    "your_rating": text("Your rating"),
    "points": text("Points, 0 to 100"),
    "slider": text("Scale from 0 to 100"),
    "unset": text("not rated yet"),
    # a comparison in pairs
    "pair_note": text("Comparisons in pairs: they are no part of the test document, and change no score."),
    "pair_enhancement": text("Which picture looks better?"),
    "pair_segmentation": text("Which subject is cut out better?"),
    "left": text("Left"),
    "right": text("Right"),
    "choose_left": text("The left one"),
    "choose_same": text("No difference"),
    "choose_right": text("The right one"),
    "wait_choice": text("Please choose a picture, or say that you see no difference."),
    "keys_pair": text(
        "← and →: the left or the right picture · ↓: no difference · Enter: save · Z: whole or 100 % · + and −: size · F: in turn · "
        "X: swap · G: ground · arrows with Shift: move the pictures · U: undo"
    ),
    "undo": text("Undo"),
    "cannot": text("Cannot be judged"),
    "save": text("Save and go on"),
    "back": text("Back to the picture before"),
    "to_item": text("Leave it as it is"),
    "wait_look": text("Please look a little longer."),
    "wait_value": text("Please give a number from 0 to 100."),
    "wait_real": text("Please look at the pictures at 100 % first."),
    "wait_picture": text("The pictures are still loading."),
    "saving": text("Saving …"),
    "not_saved": text("Not saved: the server does not answer. Your answer is still here; please try again."),
    # paper
    "paper_title": text("Rating pictures on paper: {name}"),
    "paper_how": text(
        "Every page shows one picture of a program. Write your points on the answer sheet, in the row of the page's number."
    ),
    "paper_break": text("After {minutes} minutes of work make a break. Do not go back to earlier pages."),
    "paper_date": text("Date"),
    "paper_light": text("Light in the room"),
    "paper_distance": text("Distance of your eyes from the paper in centimetres"),
    "paper_sheet": text("Answer sheet: {name}"),
    "paper_sheet_how": text("One number from 0 to 100 in each row, or a tick where the picture cannot be judged."),
    "paper_campaign": text("Campaign {id}."),
    "paper_no": text("Page"),
    "paper_write": text("Write your points in row {place} of the answer sheet."),
    # ends
    "pause": text("Time for a break"),
    "pause_body": text("Please rest your eyes. You can go on in {minutes} minutes, or later with your link."),
    "pause_over": text("You can go on now."),
    "done": text("Thank you, that was all"),
    "done_body": text("All your ratings are saved. You may close this page."),
    "refused": text("Thank you for your time"),
    "refused_body": text(
        "The answers to the first pictures did not fit the scale, so this session ends here. Please tell the person who sent the link."
    ),
    "closed": text("The campaign is closed"),
    "closed_body": text("Thank you. What you rated before is kept."),
    # manager
    "manager": text("Campaign"),
    "manager_open": text("under way"),
    "manager_closed": text("closed {when}"),
    "manager_hidden": text(
        "While the campaign is open this page shows no rating and no agreement: nothing here can steer anybody. Invite, revoke "
        "and close with 'mindsight rate'."
    ),
    "manager_few": text("{count} of at least {least} raters are done."),
    "manager_done": text("{count} raters are done."),
    "facts": text("What is rated"),
    "clause": text("Clause"),
    "kit": text("Kit"),
    "products": text("Runs"),
    "products_line": text("{name}: {shown} outputs shown, {missing} without an output"),
    "showings": text("Showings that are not scored"),
    "showings_line": text(
        "repeats {repeats} %, references {references} %, anchors {anchors} %, gold {gold} %, traps {traps} %"
    ),
    "pairs": text("Comparisons in pairs, not part of the document"),
    "pairs_line": text("outputs against {against}; {share} % of all pairs for each rater"),
    "no_pairs": text("none"),
    "products_competitor": text("outputs of other runs"),
    "reference_competitor": text("the reference"),
    "input_competitor": text("the unprocessed input"),
    "rules": text("Screening, reported only"),
    "raters": text("Raters"),
    "rater": text("Rater"),
    "state": text("State"),
    "answered": text("Rated"),
    "median": text("Median time per picture"),
    "seen": text("Last seen"),
    "link_until": text("Link valid until"),
    "unjudged": text("{count} outputs not judged: the rater's answers do not count"),
    "nobody": text("Nobody is invited yet: mindsight rate invite"),
    "audit": text("Latest entries of the log"),
    "seconds": text("{seconds} s"),
    "agreement_how": text("The campaign is closed. Scores stand in the rated runs that 'mindsight rate close' writes."),
    "agreement": text("Agreement of the complete raters"),
    "agreement_run": text("Product"),
    "agreement_raters": text("Complete raters"),
    "agreement_alpha": text("Krippendorff's α"),
    "agreement_icc": text("Reliability of the mean: ICC(A,k)"),
    "agreement_value": text("{value} ({low} … {high})"),
    "agreement_none": text("not estimable"),
    "agreement_partial": text("{name}: has not rated every output: {raters}"),
    "agreement_means": text(
        "1: the raters agree; 0: no more than by chance. In brackets the 95 % interval. α is about single ratings, ICC(A,k) about "
        "the mean of all complete raters."
    ),
}

LOG: dict[str, Text] = {
    "made": text("campaign made"),
    "invited": text("invited"),
    "manager link": text("link to this page made"),
    "revoked": text("links revoked"),
    "paper form": text("paper form written"),
    "paper answers": text("answers typed from paper"),
    "entered": text("link opened"),
    "instructed": text("instructions read"),
    "screen": text("screen described"),
    "qualification": text("first pictures answered"),
    "break began": text("break began"),
    "break ended": text("break ended"),
    "finished": text("done"),
    "closed": text("campaign closed"),
    "ratings written": text("ratings written"),
    "left out": text("an answer was left out that no record can hold"),
    "scored": text("scores made"),
    "reopened": text("campaign opened again"),
    "clock set": text("the server's clock was set"),
}
"""The entries of the audit log in words."""
WHO: dict[str, Text] = {"operator": text("command line"), "manager": text("manager"), "server": text("server")}

STATES: dict[str, Text] = {
    "finished": text("done"),
    "not qualified": text("not qualified"),
    "on a break": text("on a break"),
    "not started": text("not started"),
    "under way": text("under way"),
}
