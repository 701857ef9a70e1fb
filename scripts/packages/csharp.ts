import type { Chapter } from './chapter';
import type { Library } from './library';

/** No tool here can compile C#, so its page has no program. */
export function csharp({ dotnet }: Library): Chapter {
  return {
    install: `\`\`\`sh\ndotnet add reference path/to/${dotnet}/${dotnet}.csproj\n\`\`\``,
    needs:
      '**Source code only.** jsii has written this project for .NET, and nobody has compiled or run it: tests check that its files parse ' +
      'and that every type and member of the library is among them, no more. There is no NuGet package. Use TypeScript, Python, Java or Go ' +
      'where you depend on it. It asks for .NET 6 or newer, and Node 20.16 or newer, which the constructs run on.',
    reference: { page: 'csharp.md', place: '`REFERENCE.md` beside this page' },
  };
}
