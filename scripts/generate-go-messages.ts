import { makeGoMessages } from './sources/go-messages';
import { main } from './support/main';

/** Makes the code from protobuf of the conformance program: `tsx scripts/generate-go-messages.ts`, or `go generate` in its folder. */
main(makeGoMessages);
