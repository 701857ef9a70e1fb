/** Type of the metadata of a construct that has plain text in an argument which is not always secret. */
export const PLAIN_TEXT = 'coffer:plain-text-secret';
