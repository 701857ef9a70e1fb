import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../support/paths';

/** A member of an interface, with the text of its doc comment. */
export interface Documented {
  readonly name: string;
  readonly says: string;
}

/** Members of an exported interface, in source order. Throws if one has no doc comment. */
export function membersOf(file: string, interfaceName: string): Documented[] {
  const source = ts.createSourceFile(file, readFileSync(inRoot(file), 'utf8'), ts.ScriptTarget.Latest, true);
  const declared = source.statements.find(
    (each): each is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(each) && each.name.text === interfaceName,
  );
  if (!declared) throw new Error(`${file} has no interface ${interfaceName}.`);
  return declared.members.map((member) => {
    const name = member.name?.getText() ?? '';
    const [comment] = ts.getJSDocCommentsAndTags(member);
    const says = comment && ts.isJSDoc(comment) ? ts.getTextOfJSDocComment(comment.comment) : undefined;
    if (says === undefined) throw new Error(`${file}: ${interfaceName}.${name} has no doc comment.`);
    // `@link` references become names in code style.
    return { name, says: says.replaceAll(/\s+/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`') };
  });
}
