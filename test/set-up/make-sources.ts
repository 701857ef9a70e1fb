export { makeSources as default } from '../../scripts/sources/sources';
