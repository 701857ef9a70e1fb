import { makeCodecs } from './protocol/codecs';
import { main } from './support/main';

/** Makes the code from protobuf that the provider imports: `tsx scripts/generate-codecs.ts`. npm runs it after `npm ci`. */
main(makeCodecs);
