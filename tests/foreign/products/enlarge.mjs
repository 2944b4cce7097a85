// Enlarge a picture with a network of UpscalerJS: node enlarge.mjs PLACE MODEL FACTOR INPUT OUTPUT
// PLACE is the folder whose node_modules holds the packages; MODEL is esrgan-slim or esrgan-medium, FACTOR 2, 3 or 4.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [place, model, factor, source, target] = process.argv.slice(2);
const packages = createRequire(join(resolve(place), "package.json"));
const tf = { ...packages("@tensorflow/tfjs-core"), ...packages("@tensorflow/tfjs-layers") };
const { setWasmPaths } = packages("@tensorflow/tfjs-backend-wasm");
packages("@tensorflow/tfjs-backend-cpu");
const { PNG } = packages("pngjs");

// The network lies in the package as two files; nothing is fetched.
function network() {
  const folder = join(resolve(place), "node_modules", "@upscalerjs", model, "models", `x${factor}`);
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(folder, "model.json")));
  const parts = weightsManifest.flatMap((group) => group.paths).map((name) => readFileSync(join(folder, name)));
  const bytes = Uint8Array.from(Buffer.concat(parts));
  const weightSpecs = weightsManifest.flatMap((group) => group.weights);
  return tf.loadLayersModel({ load: async () => ({ modelTopology, weightSpecs, weightData: bytes.buffer }) });
}

function pixels(file) {
  const { width, height, data } = PNG.sync.read(readFileSync(file));
  const whole = tf.tensor(Float32Array.from(data), [1, height, width, 4]);
  return tf.slice(whole, [0, 0, 0, 0], [1, height, width, 3]); // without alpha
}

function save(values, [, height, width], file) {
  const picture = new PNG({ width, height });
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      picture.data[4 * pixel + channel] = Math.min(255, Math.max(0, Math.round(values[3 * pixel + channel])));
    }
    picture.data[4 * pixel + 3] = 255;
  }
  writeFileSync(file, PNG.sync.write(picture));
}

setWasmPaths(join(resolve(place), "node_modules/@tensorflow/tfjs-backend-wasm/dist/"));
if (!(await tf.setBackend("wasm"))) await tf.setBackend("cpu");
const answer = (await network()).predict(pixels(source));
save(await answer.data(), answer.shape, target);
