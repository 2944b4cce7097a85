// Enlarge a picture with a network of UpscalerJS: node enlarge.mjs PLACE NETWORK WHITE INPUT OUTPUT
// PLACE is the folder whose node_modules holds the packages, NETWORK the network's folder in @upscalerjs, such as
// esrgan-slim/models/x2; WHITE is the number that stands for white in what the network gets and gives: 255 as published.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [place, network, white, source, target] = process.argv.slice(2);
const modules = join(resolve(place), "node_modules");
const packages = createRequire(join(modules, "package.json"));
const tf = { ...packages("@tensorflow/tfjs-core"), ...packages("@tensorflow/tfjs-layers") };
const { setWasmPaths } = packages("@tensorflow/tfjs-backend-wasm");
const { PNG } = packages("pngjs");

// The network lies in the package; nothing is fetched.
function load() {
  const folder = join(modules, "@upscalerjs", network);
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(folder, "model.json")));
  const parts = weightsManifest.flatMap((group) => group.paths).map((name) => readFileSync(join(folder, name)));
  const bytes = Uint8Array.from(Buffer.concat(parts));
  const weightSpecs = weightsManifest.flatMap((group) => group.weights);
  return tf.loadLayersModel({ load: async () => ({ modelTopology, weightSpecs, weightData: bytes.buffer }) });
}

function pixels(file) {
  const { width, height, data } = PNG.sync.read(readFileSync(file));
  const whole = tf.tensor(Float32Array.from(data), [1, height, width, 4]);
  const colours = tf.slice(whole, [0, 0, 0, 0], [1, height, width, 3]); // without alpha
  return tf.mul(colours, Number(white) / 255);
}

function save(values, [, height, width], file) {
  const picture = new PNG({ width, height });
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const level = (values[3 * pixel + channel] * 255) / Number(white);
      picture.data[4 * pixel + channel] = Math.min(255, Math.max(0, Math.round(level)));
    }
    picture.data[4 * pixel + 3] = 255;
  }
  writeFileSync(file, PNG.sync.write(picture));
}

setWasmPaths(join(modules, "@tensorflow/tfjs-backend-wasm/dist/"));
await tf.setBackend("wasm");
const answer = (await load()).predict(pixels(source));
save(await answer.data(), answer.shape, target);
