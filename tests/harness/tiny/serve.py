"""``transformers serve`` on a processor, with videos given as data URIs and read by PyAV."""

import base64
import os
import sys
import tempfile

import processor_only  # noqa: F401  (first: torchvision must be importable)
import transformers.processing_utils
import transformers.video_processing_utils
from transformers.cli.serving import model_manager, utils
from transformers.cli.transformers import main
from transformers.video_utils import load_video

_template = transformers.processing_utils.ProcessorMixin.apply_chat_template


def _fetch_videos(self, video, sample_indices_fn=None):
    if isinstance(video, list):
        return list(zip(*[_fetch_videos(self, one, sample_indices_fn) for one in video], strict=True))
    if not (isinstance(video, str) and video.startswith("data:")):
        return load_video(video, backend="pyav", sample_indices_fn=sample_indices_fn)
    with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
        file.write(base64.b64decode(video.partition(",")[2]))
        file.flush()
        return load_video(file.name, backend="pyav", sample_indices_fn=sample_indices_fn)


def _without_sound(self, *values, **options):
    options["load_audio_from_video"] = False
    return _template(self, *values, **options)


# A model with audio: sound is a separate part, and only the part of the model that answers in text is called.
hears = bool(os.environ.get("TINY_HEARS"))
modality = utils.Modality.MULTIMODAL if hears else utils.Modality.VLM
model_manager.ModelManager.get_model_modality = staticmethod(lambda *_, **__: modality)
if hears:
    from transformers.models.qwen2_5_omni.modeling_qwen2_5_omni import Qwen2_5OmniForConditionalGeneration as Omni

    def _in_words(self, *values, **options):
        options.pop("generation_mode", None)
        return self.thinker.generate(*values, **options)

    Omni.generate = _in_words
transformers.video_processing_utils.BaseVideoProcessor.fetch_videos = _fetch_videos
transformers.processing_utils.ProcessorMixin.apply_chat_template = _without_sound

if __name__ == "__main__":
    sys.argv[0] = "transformers"
    main()
