"""Play a household task through Gymnasium: look from everywhere, then decline.

python household_environment.py mindsight/Buttons-v2
"""

import sys

import gymnasium

from mindsight.home.adapters.gymnasium import action


def main(name: str) -> None:
    environment = gymnasium.make(f"mindsight.home.adapters.gymnasium:{name}", irrelevant=0.5)
    shown, info = environment.reset(seed=7)
    print(shown["instruction"])
    print(f"a picture of {shown['picture'].shape}, {shown['left']} steps, places: {', '.join(info['places'])}")
    for place in info["places"]:
        shown, *_ = environment.step(action("look", to=place))
    _, reward, *_, info = environment.step(action("decline", text="I would rather not"))
    print(f"outcome {info['outcome']}, reward {reward:g}")
    environment.close()


if __name__ == "__main__":
    main(sys.argv[1])
