import { referenceText } from '../../../scripts/constructs/pack';
import { FOR_CDKTN } from '../../../scripts/packages/library';
import type { Program } from './sibling';

/*
 * The examples on the reference page of a language, as one program for cdktn: each is a function that takes an app, a stack and the
 * declarations of `rosetta/stack.ts-fixture`, and is called in a separate app.
 */

/** A language, by the name of its page and of its example. */
export type PageName = 'python' | 'java' | 'go';

const WRITERS: Readonly<Record<PageName, (examples: readonly string[]) => Program>> = {
  python: (examples) => ({
    file: 'main.py',
    code: `from cdktn import *
from cdktn_coffer import *

${examples.map((code, at) => `def example_${at}(app, stack, assets, uploads, reader, pull_secret):\n${indent(code, '    ')}\n`).join('\n')}
for example in [${examples.map((_, at) => `example_${at}`).join(', ')}]:
    app = App(context={"targetVersions": {"terraform": ">=1.11.0"}})
    stack = TerraformStack(app, "app")
    CofferProvider(stack, "fixture")
    example(
        app,
        stack,
        Bucket(stack, "FixtureAssets", max_size=Size.gibibytes(1)),
        Bucket(stack, "FixtureUploads", max_size=Size.gibibytes(1)),
        AccessKey(stack, "FixtureReader"),
        PullSecret(stack, "FixturePullSecret", server="ghcr.io", username="octocat", password=SecretValue.from_variable(stack, "fixture")),
    )
print("done", ${examples.length})
`,
  }),
  java: (examples) => ({
    file: 'src/main/java/Main.java',
    code: `import dev.coffer.cdktn.*;
import io.cdktn.cdktn.*;
import java.util.List;
import java.util.Map;

public class Main {
    interface Example {
        void run(App app, TerraformStack stack, Bucket assets, Bucket uploads, AccessKey reader, PullSecret pullSecret);
    }

${examples.map((code, at) => `    static void example${at}(App app, TerraformStack stack, Bucket assets, Bucket uploads, AccessKey reader, PullSecret pullSecret) {\n${indent(code, '        ')}\n    }\n`).join('\n')}
    public static void main(String[] args) {
        List<Example> examples = List.of(${examples.map((_, at) => `Main::example${at}`).join(', ')});
        for (Example example : examples) {
            App app = new App(AppConfig.builder().context(Map.of("targetVersions", Map.of("terraform", ">=1.11.0"))).build());
            TerraformStack stack = new TerraformStack(app, "app");
            new CofferProvider(stack, "fixture");
            example.run(app, stack,
                    Bucket.Builder.create(stack, "FixtureAssets").maxSize(Size.gibibytes(1)).build(),
                    Bucket.Builder.create(stack, "FixtureUploads").maxSize(Size.gibibytes(1)).build(),
                    new AccessKey(stack, "FixtureReader"),
                    PullSecret.Builder.create(stack, "FixturePullSecret").server("ghcr.io").username("octocat")
                            .password(SecretValue.fromVariable(stack, "fixture")).build());
        }
        System.out.println("done " + examples.size());
    }
}
`,
  }),
  go: (examples) => ({
    file: 'main.go',
    code: `package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	"github.com/coffer/cdktn-coffer-go/coffer"
	"github.com/open-constructs/cdk-terrain-go/cdktn"
)

type example func(app cdktn.App, stack cdktn.TerraformStack, assets, uploads coffer.Bucket, reader coffer.AccessKey, pullSecret coffer.PullSecret)

${examples.map((code, at) => `func example${at}(app cdktn.App, stack cdktn.TerraformStack, assets, uploads coffer.Bucket, reader coffer.AccessKey, pullSecret coffer.PullSecret) {\n${indent(code, '\t')}\n}\n`).join('\n')}
func main() {
	examples := []example{${examples.map((_, at) => `example${at}`).join(', ')}}
	bucket := &coffer.BucketProps{MaxSize: coffer.Size_Gibibytes(jsii.Number(1))}
	for _, run := range examples {
		app := cdktn.NewApp(&cdktn.AppConfig{
			Context: &map[string]interface{}{"targetVersions": map[string]string{"terraform": ">=1.11.0"}},
		})
		stack := cdktn.NewTerraformStack(app, jsii.String("app"))
		coffer.NewCofferProvider(stack, jsii.String("fixture"), nil)
		run(app, stack, coffer.NewBucket(stack, jsii.String("FixtureAssets"), bucket),
			coffer.NewBucket(stack, jsii.String("FixtureUploads"), bucket),
			coffer.NewAccessKey(stack, jsii.String("FixtureReader"), nil),
			coffer.NewPullSecret(stack, jsii.String("FixturePullSecret"), &coffer.PullSecretProps{
				Server: jsii.String("ghcr.io"), Username: jsii.String("octocat"),
				Password: coffer.SecretValue_FromVariable(stack, jsii.String("fixture"), nil),
			}))
	}
	fmt.Println("done", len(examples))
}
`,
  }),
};

/** The program, and the number of examples in it. Needs the packages built. */
export async function referenceProgram(name: PageName): Promise<Program & { readonly count: number }> {
  const page = await referenceText(FOR_CDKTN, name);
  const found = [...page.matchAll(/^\*Example\*\n\n```\w+\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code);
  const examples = [...new Set(found)];
  return { ...WRITERS[name](examples), count: examples.length };
}

const indent = (code: string, by: string): string => code.replace(/^(?=.)/gm, by);
