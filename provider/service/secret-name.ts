import { textThat, type Validator } from '../../framework';

/** Validates a name that the service accepts (interface, "Key/value secret"), of any length but empty. The message quotes it unless it is secret. */
export const secretName = (): Validator<string> =>
  textThat((text, got) =>
    /^[a-z0-9-]+$/.test(text)
      ? undefined
      : `A secret's name holds only lowercase letters, digits and hyphens, and at least one of them${got(text)}.`,
  );
