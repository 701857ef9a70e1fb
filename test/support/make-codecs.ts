export { makeCodecs as default } from '../../scripts/protocol/codecs';
