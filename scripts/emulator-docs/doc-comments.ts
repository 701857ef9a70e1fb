import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../support/paths';

/** Members of an exported interface, in source order, with the text of their doc comments. Throws if one has none. */
export function membersOf(file: string, interfaceName: string): (readonly [name: string, says: string])[] {
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
    return [name, says.replaceAll(/\s+/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`')];
  });
}
