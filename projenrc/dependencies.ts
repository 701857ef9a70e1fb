/**
 * What the checkout installs: what each product is made of and made with, then what tests it and what serves whoever changes it. What several
 * need stands with each. A product brings along what it needs when it runs, so nothing depends on these.
 */
export const DEVELOPMENT = {
  constructs: names(`cdktf cdktf-cli constructs @cdktf/commons @cdktf/provider-generator jsii jsii-docgen
    jsii-pacmak jsii-rosetta typescript`),
  'constructs for CDK Terrain': names(
    `cdktn @cdktn/commons @cdktn/provider-generator jsii jsii-docgen jsii-pacmak-of-cdktn jsii-rosetta`,
  ),
  framework: names(
    `@bufbuild/protobuf @msgpack/msgpack esbuild protoc rollup rollup-plugin-dts spdx-license-list ts-proto`,
  ),
  provider: names(`@smithy/signature-v4 esbuild spdx-license-list undici zod`),
  emulator: names(`@fastify/busboy @peculiar/x509 esbuild fastify hash-wasm reflect-metadata rollup rollup-plugin-dts
    spdx-license-list zod`),
  tests: names(`@aws-crypto/sha256-js @aws-sdk/client-s3 @aws-sdk/s3-presigned-post @aws-sdk/s3-request-presigner
    @grpc/grpc-js @sparticuz/chromium @vitest/coverage-v8 ajv axe-core fast-check playwright-core vitest`),
  tools: names(`@biomejs/biome @types/node dependency-cruiser node projen tsx typescript typescript-7`),
};

/** The names in a text, which white space separates. */
function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
