import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '../packages/library';

/**
 * Adds to the Go package what keeps a `SecretValue` from being written as the fields of its proxy: `fmt` and encoders write the
 * placeholder of `toJSON`, which is an error at synthesis in the code of a stack (C13). `fmt` writes a panic as text, so these
 * methods cannot refuse.
 */
export async function addSecretValueText(outdir: string, { go: { packageName } }: Library): Promise<void> {
  await writeFile(join(outdir, 'go', packageName, 'SecretValue_text.go'), methods(packageName));
}

const methods = (packageName: string) => `package ${packageName}

import "fmt"

// String returns a placeholder. In the code of a stack it is an error at synthesis.
func (j *jsiiProxy_SecretValue) String() string {
	return *j.ToJSON()
}

// Format writes the placeholder, whatever the verb.
func (j *jsiiProxy_SecretValue) Format(state fmt.State, _ rune) {
	fmt.Fprint(state, j.String())
}

// MarshalText returns the placeholder, for JSON and other formats.
func (j *jsiiProxy_SecretValue) MarshalText() ([]byte, error) {
	return []byte(j.String()), nil
}
`;
