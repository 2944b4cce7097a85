"""Colour pictures by Filament: physically based materials and soft shadows, for the profile ``pbr``.

It draws with Vulkan, which also runs on a CPU. Requirements are checked beforehand, because Filament ends the whole process
if one is missing. It adds a grain that differs from picture to picture of one painter, in the same order every time;
its interface has no option to turn that off.
"""

import contextlib
import ctypes
import importlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.errors import MissingExtra

_SKY = (0.55, 0.62, 0.70)
_AMBIENT_LUX = 19_000.0
"""Illuminance from all directions for a model's ambient light of 1, at Filament's own exposure."""
_ROLES = mujoco.mjtTextureRole
_WHITE_GLOW = 0.35
_SIDES = 6
_SIDE_PX = 4
_FORWARDED = (
    "pos",
    "forward",
    "up",
    "frustum_center",
    "frustum_width",
    "frustum_bottom",
    "frustum_top",
    "frustum_near",
    "frustum_far",
)


class Painter:
    """Paints one model from its camera ``eye``. Bound to the thread that made it; close it."""

    def __init__(self, model: Any, options: Any, width: int, height: int) -> None:
        self._mjrf = _library()
        self._model, self._size = model, (width, height)
        self._pixels: NDArray[np.uint8] = np.zeros((height, width, 3), np.uint8)
        mjrf = self._mjrf
        with _silenced():
            self._context = mjrf.Context(
                mjrf.ContextConfig(graphics_api=mjrf.GraphicsApi.GRAPHICS_API_VULKAN, software_rendering=True)
            )
            self._context.set_clear_color(list(_SKY))
            self._scene = self._context.create_scene(mjrf.SceneParams())
            self._scene.configure_from_model(model)
            with _colours_as_seen(model):
                self._resources = mjrf.ModelResources(self._context, model)
            self._lights = mjrf.ModelLights(self._scene, self._resources)
            self._light_evenly(model.vis.headlight.ambient)
            self._shapes = mjrf.ModelRenderables(self._scene, self._resources)
            self._shapes.set_options(options)
            wanted = mjrf.RenderTargetConfig(
                width=width, height=height, color_format=mjrf.PixelFormat.PIXEL_FORMAT_RGB8
            )
            self._target = self._context.create_render_target(wanted)

    def picture(self, data: Any) -> NDArray[np.uint8]:
        """Return what the camera sees, RGB, shape (height, width, 3)."""
        mjrf = self._mjrf
        self._lights.update(data)
        with _colours_as_seen(self._model):
            self._shapes.update(data)
        asked = mjrf.RenderRequest(
            scene=self._scene,
            camera=self._camera(data),
            target=self._target,
            draw_mode=mjrf.DrawMode.DRAW_MODE_DEFAULT,
        )
        asked.viewport.left = asked.viewport.bottom = 0
        asked.viewport.width, asked.viewport.height = self._size
        read = mjrf.ReadRequest(target=self._target)
        read.set_buffer(self._pixels)
        with _silenced():
            self._context.wait_for_frame(self._context.render([asked], [read]))
        return self._pixels.copy()

    def close(self) -> None:
        """Free all resources, dependent ones first."""
        for name in ("_target", "_shapes", "_around", "_lights", "_resources", "_scene", "_context"):
            self.__dict__.pop(name, None)

    def _light_evenly(self, ambient: NDArray[np.float32]) -> None:
        """Light the room evenly from all directions in the model's own ambient colour.

        Filament's default surroundings are a photograph with a brown side, which would tint white walls.
        """
        mjrf = self._mjrf
        wanted = mjrf.TextureConfig()
        wanted.width = wanted.height = _SIDE_PX
        wanted.sampler_type = mjrf.SamplerType.TEXTURE_CUBE
        wanted.format = mjrf.PixelFormat.PIXEL_FORMAT_RGB8
        wanted.color_space = mjrf.ColorSpace.COLORSPACE_LINEAR
        texture, pixels = self._context.create_texture(wanted), mjrf.TextureData()
        strongest = float(ambient.max())
        tone = np.round(255 * ambient / strongest).astype(np.uint8)
        pixels.set_image(np.tile(tone, _SIDES * _SIDE_PX**2).tobytes())
        texture.upload(pixels)
        params = mjrf.LightParams()
        params.type, params.texture = mjrf.LightType.LIGHT_IMAGE, texture
        params.intensity = _AMBIENT_LUX * strongest
        light = self._context.create_light(params)
        self._scene.add_light(light)
        self._around = light, texture, pixels

    def _camera(self, data: Any) -> Any:
        camera = mujoco.MjvCamera()
        camera.type = mujoco.mjtCamera.mjCAMERA_FIXED
        camera.fixedcamid = self._model.camera("eye").id
        seen = mujoco.mjv_camera2GLCamera(self._model, data, camera)
        return self._mjrf.Camera(**{name: getattr(seen, name) for name in _FORWARDED})


def _library() -> Any:
    """Return Filament's binding.

    Raises:
        MissingExtra: It is not installed, or there is no Vulkan to draw with.
    """
    try:
        importlib.import_module("mujoco.studio")  # provides the materials that the binding loads
        library = importlib.import_module("mujoco.mjrf")
    except (ImportError, AttributeError, OSError) as error:
        raise MissingExtra(
            "the profile pbr needs Filament ({reason}); pip install 'mindsight[pbr]'",
            reason=" ".join(str(error).split()),
        ) from None
    if not _vulkan_devices():
        raise MissingExtra(
            "the profile pbr needs Vulkan to draw with; on Debian: apt-get install libvulkan1 mesa-vulkan-drivers"
        )
    return library


def check() -> None:
    """Check that Filament can draw on this machine.

    Raises:
        MissingExtra: It cannot; the message names what is missing.
    """
    _library()


@contextlib.contextmanager
def _colours_as_seen(model: Any) -> Iterator[None]:
    """Adapt a model's colours for Filament while it reads them.

    Textures are marked as sRGB, which they must not be for the classic renderer. Glowing things glow in the colours of their
    texture; without one Filament makes them glow white, so the glow is reduced to keep a red light red.
    """
    changed = (model.tex_colorspace, model.mat_emission, model.mat_texid)
    originals = [part.copy() for part in changed]
    colours, glowing = model.mat_texid[:, int(_ROLES.mjTEXROLE_RGB)], model.mat_emission > 0
    model.tex_colorspace[:] = int(mujoco.mjtColorSpace.mjCOLORSPACE_SRGB)
    model.mat_texid[:, int(_ROLES.mjTEXROLE_EMISSIVE)] = np.where(glowing, colours, -1)
    model.mat_emission[colours < 0] *= _WHITE_GLOW
    try:
        yield
    finally:
        for part, original in zip(changed, originals, strict=True):
            part[:] = original


class _InstanceInfo(ctypes.Structure):
    """VkInstanceCreateInfo."""

    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


def _vulkan_devices() -> int:
    """Return how many devices Vulkan finds; 0 if there is no Vulkan."""
    try:
        vulkan = ctypes.CDLL("libvulkan.so.1")
    except OSError:
        return 0
    instance, count = ctypes.c_void_p(), ctypes.c_uint32(0)
    if vulkan.vkCreateInstance(ctypes.byref(_InstanceInfo(kind=1)), None, ctypes.byref(instance)) != 0:
        return 0
    failed = vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    vulkan.vkDestroyInstance(instance, None)
    return 0 if failed else int(count.value)


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """Suppress the library's logs on the process's stdout and stderr."""
    buffered = ctypes.CDLL(None).fflush
    sys.stdout.flush()
    sys.stderr.flush()
    buffered(None)
    kept, nothing = {number: os.dup(number) for number in (1, 2)}, os.open(os.devnull, os.O_WRONLY)
    for number in kept:
        os.dup2(nothing, number)
    try:
        yield
    finally:
        buffered(None)
        for number, saved in kept.items():
            os.dup2(saved, number)
            os.close(saved)
        os.close(nothing)
