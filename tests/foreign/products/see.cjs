// See with Human (CenterNet, BlazeFace, HandTrack, MoveNet): node see.cjs PLACE; a path of a PPM picture on each line of stdin, on
// stdout a line of JSON for each. PLACE is the folder whose node_modules holds the packages.
//
// An answer holds `things`, `faces`, `hands` and `bodies`: lists of [label, score, [left, top, width, height]], the box in pixels.

const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { createInterface } = require("node:readline");

const modules = join(resolve(process.argv[2]), "node_modules");
// The library asks for its models as a browser would; here they are files of its package.
globalThis.fetch = async (address) => new Response(readFileSync(String(address).replace("file://", "")));
const { Human } = require(join(modules, "@vladmandic", "human", "dist", "human.node-wasm.js"));

const off = { enabled: false };
const human = new Human({
  backend: "wasm",
  wasmPath: join(modules, "@tensorflow", "tfjs-backend-wasm", "dist", "/"),
  modelBasePath: "file://" + join(modules, "@vladmandic", "human", "models", "/"),
  cacheSensitivity: 0, // each picture by itself
  filter: off, gesture: off, segmentation: off,
  face: { enabled: true, detector: { maxDetected: 10, minConfidence: 0.5 }, mesh: off, iris: off, emotion: off, description: off },
  hand: { enabled: true, landmarks: false, maxDetected: 2, minConfidence: 0.5 },
  body: { enabled: true, modelPath: "movenet-lightning.json", minConfidence: 0.3 },
  object: { enabled: true, modelPath: "centernet.json", minConfidence: 0.3, maxDetected: 20 },
});

function picture(file) {
  const bytes = readFileSync(file);
  const [head, wide, high] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString("latin1"));
  return human.tf.tensor3d(new Uint8Array(bytes.subarray(head.length)), [Number(high), Number(wide), 3], "int32");
}

async function main() {
  await human.load();
  const told = (found, label) => found.map((one) => [one.label ?? label, one.score, one.box]);
  for await (const line of createInterface({ input: process.stdin })) {
    const pixels = picture(line);
    const { face, hand, body, object, error } = await human.detect(pixels);
    human.tf.dispose(pixels);
    if (error) throw new Error(error);
    const answer = { things: told(object), faces: told(face, "face"), hands: told(hand, "hand"), bodies: told(body, "body") };
    console.log(JSON.stringify(answer));
  }
}

main();
