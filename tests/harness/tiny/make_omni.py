"""Write a Qwen2.5-Omni of random weights, without its voice, into a folder; nothing is downloaded."""

import sys
from pathlib import Path

import processor_only  # noqa: F401  (first: torchvision must be importable)
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    PreTrainedTokenizerFast,
    Qwen2_5OmniConfig,
    Qwen2_5OmniForConditionalGeneration,
    Qwen2_5OmniProcessor,
    Qwen2VLImageProcessor,
    Qwen2VLVideoProcessor,
    WhisperFeatureExtractor,
)

NAMED = {
    "image_token": "<|IMAGE|>",
    "audio_token": "<|AUDIO|>",
    "video_token": "<|VIDEO|>",
    "vision_bos_token": "<|vision_bos|>",
    "vision_eos_token": "<|vision_eos|>",
    "audio_bos_token": "<|audio_bos|>",
    "audio_eos_token": "<|audio_eos|>",
}
MARKS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", *NAMED.values()]
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.content is string %}{{ m.content }}{% else %}"
    "{% for c in m.content %}{% if c.type=='image' %}<|vision_bos|><|IMAGE|><|vision_eos|>"
    "{% elif c.type=='video' %}<|vision_bos|><|VIDEO|><|vision_eos|>"
    "{% elif c.type=='audio' %}<|audio_bos|><|AUDIO|><|audio_eos|>"
    "{% elif c.type=='text' %}{{ c.text }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def main(folder):
    """Write the model."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    raw = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(letters)}, merges=[]))
    raw.pre_tokenizer, raw.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    raw.add_special_tokens([AddedToken(mark, special=True) for mark in MARKS])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        eos_token="<|im_end|>",  # noqa: S106
        pad_token="<|endoftext|>",  # noqa: S106
        chat_template=TEMPLATE,
        model_max_length=32768,
        extra_special_tokens=NAMED,
    )
    number = {mark: tokenizer.convert_tokens_to_ids(mark) for mark in MARKS}
    words = {
        "vocab_size": len(tokenizer), "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 32768,
        "rope_parameters": {"rope_type": "default", "mrope_section": [2, 3, 3], "rope_theta": 10000.0},
        "bos_token_id": number["<|endoftext|>"], "eos_token_id": number["<|im_end|>"], "pad_token_id": number["<|endoftext|>"],
    }  # fmt: skip
    eyes = {
        "depth": 2, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2, "patch_size": 14, "spatial_merge_size": 2,
        "temporal_patch_size": 2, "window_size": 112, "out_hidden_size": 64, "fullatt_block_indexes": [1],
    }  # fmt: skip
    ears = {
        "num_mel_bins": 128, "encoder_layers": 1, "encoder_attention_heads": 2, "encoder_ffn_dim": 64, "d_model": 32,
        "output_dim": 64, "max_source_positions": 1500, "n_window": 100,
    }  # fmt: skip
    config = Qwen2_5OmniConfig(
        thinker_config={
            "text_config": words, "vision_config": eyes, "audio_config": ears, "pad_token_id": number["<|endoftext|>"],
            "audio_token_index": number["<|AUDIO|>"], "image_token_index": number["<|IMAGE|>"],
            "video_token_index": number["<|VIDEO|>"], "audio_start_token_id": number["<|audio_bos|>"],
            "audio_end_token_id": number["<|audio_eos|>"], "vision_start_token_id": number["<|vision_bos|>"],
            "vision_end_token_id": number["<|vision_eos|>"],
        },
        enable_audio_output=False,
    )  # fmt: skip
    torch.manual_seed(0)
    model = Qwen2_5OmniForConditionalGeneration(config)
    for own in (model.generation_config, model.thinker.generation_config):
        own.eos_token_id = number["<|im_end|>"]
        own.pad_token_id = number["<|endoftext|>"]
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    # The voice is left out, but its settings are still required.
    torch.save({"nobody": {"bos_token": 0}}, Path(folder) / "spk_dict.pt")
    Qwen2_5OmniProcessor(
        image_processor=Qwen2VLImageProcessor(size={"shortest_edge": 56 * 56, "longest_edge": 28 * 28 * 256}),
        video_processor=Qwen2VLVideoProcessor(size={"shortest_edge": 56 * 56, "longest_edge": 28 * 28 * 64}),
        feature_extractor=WhisperFeatureExtractor(feature_size=128, chunk_length=30),
        tokenizer=tokenizer,
        chat_template=TEMPLATE,
    ).save_pretrained(folder)


if __name__ == "__main__":
    main(sys.argv[1])
