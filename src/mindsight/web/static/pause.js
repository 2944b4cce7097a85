// Let go on when the break is over; the server decides, this only saves reloading.
const rest = document.getElementById("rest");
const seconds = Number(rest.dataset.seconds);
if (seconds > 0) {
  setTimeout(() => {
    document.getElementById("over").hidden = false;
    rest.hidden = true;
    document.querySelector("form[action='/break'] button").disabled = false;
  }, seconds * 1000 + 500);
}
