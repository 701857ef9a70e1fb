/** Type of the metadata of a construct with plain text in an argument that is not always secret. */
export const PLAIN_TEXT = 'coffer:plain-text-secret';
