import { type IPostProcessor, type IResolvable, type IResolveContext, TerraformStack, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { TolerantResolver } from './misplaced-values';

/**
 * A value in the code of an element, as text for people. A reference to another stack begins with `stack["<path>"]`, instead of the
 * output through which CDKTF takes it, which is there only once the stacks are prepared.
 */
export function textOf(element: IConstruct, value: unknown): string {
  const code: unknown = Tokenization.resolve(value, {
    scope: element,
    resolver: new StackedResolver(),
    preparing: false,
  });
  return typeof code === 'string' ? code : JSON.stringify(code);
}

/** The path of the stack and the steps there of a reference to another stack that {@link textOf} has written. */
export function originOf([root, path, ...steps]: readonly string[]): readonly [string, readonly string[]] | undefined {
  return root === 'stack' && path?.startsWith('["') ? [JSON.parse(path)[0], steps] : undefined;
}

/** The resolve context, with CDKTF's flag for an expression inside `${…}`. */
interface Braces extends IResolveContext {
  readonly suppressBraces?: boolean;
}

class StackedResolver extends TolerantResolver {
  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const { identifier, originStack } = token as {
      readonly identifier?: unknown;
      readonly originStack?: TerraformStack;
    };
    if (typeof identifier !== 'string' || !originStack || originStack === TerraformStack.of(context.scope)) {
      return super.resolveToken(token, context, postProcessor);
    }
    // The address may stand in a call or in a loop.
    const text = identifier.replace(/(?<![\w.-])\w+\.(?=[\w-])/, `stack[${JSON.stringify(originStack.node.path)}].$&`);
    return (context as Braces).suppressBraces ? text : `\${${text}}`;
  }
}
