import { mistakesOf } from './definition-mistakes';
import { DiagnosticError } from './diagnostic';
import type { Provider } from './provider';
import type { Values } from './schema/model';
import type { Attributes, Schema } from './schema/schema';

/** If handlers use a connection, `configure` must create it. */
type Connecting<C> = undefined extends C ? unknown : { readonly configure: unknown };

/** Defines a provider, and returns it as it is: {@link requireSound} checks it. The schema of its configuration gives `config` its type. */
export function defineProvider<A extends Attributes, C = unknown>(
  provider: Omit<Provider<C, Values<A>>, 'schema'> & { readonly schema: Schema<A> } & Connecting<C>,
): Provider<C> {
  return provider as unknown as Provider<C>;
}

/** An error for the author of a provider, who sees its message, and under Terraform for everybody else. */
class DefinitionError extends DiagnosticError {
  constructor(detail: string) {
    super('Unexpected error in the provider', detail);
    this.message = detail;
  }
}

const sound = new WeakSet<object>();

/**
 * Throws a DiagnosticError with all mistakes in a provider's definitions. Called before a schema is sent. The check takes time, so it runs once for
 * a provider without mistakes.
 */
export function requireSound<C>(provider: Provider<C>): void {
  if (sound.has(provider)) return;
  const mistakes = [...mistakesOf(provider)];
  if (mistakes.length > 0) {
    const list = mistakes.map((mistake) => `\n- ${mistake}`).join('');
    const detail = `The definition of the provider "${provider.typeName}" has mistakes (${mistakes.length}):${list}`;
    throw new DefinitionError(detail);
  }
  sound.add(provider);
}
