"""An album product as a service: it cuts out what is darker than on average, or names the main colour."""

import io
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from PIL import Image, ImageStat


def cut_out(picture: Image.Image) -> bytes:
    grey, found = picture.convert("L"), io.BytesIO()
    mean = ImageStat.Stat(grey).mean[0]
    picture.putalpha(grey.point(lambda value: 255 * (value < mean)))
    picture.save(found, "PNG")
    return found.getvalue()


def label(picture: Image.Image) -> bytes:
    return max(zip(ImageStat.Stat(picture).mean, ("red", "green", "blue"), strict=True))[1].encode()


class Album(BaseHTTPRequestHandler):
    """One POST for each picture; protocol 1."""

    def do_POST(self) -> None:
        """Answer what is asked for."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        picture = Image.open(io.BytesIO(body)).convert("RGB")
        if self.headers["Mindsight-Answer"] == "labels":
            self._reply("text/plain", label(picture))
        else:
            self._reply("image/png", cut_out(picture))

    def _reply(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", 8765), Album).serve_forever()
