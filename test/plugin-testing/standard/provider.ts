import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import {
  defineProvider,
  defineResource,
  float64,
  gone,
  json,
  type Plan,
  requiresReplace,
  string,
} from 'terraform-provider-kit';

/* The program of ../standard.go: it keeps things as JSON in files, and forgets the address in an update to "forget". */

const schema = {
  description: 'A thing.',
  attributes: {
    path: string({ required: true, description: 'Where it is sent.', planModifiers: [requiresReplace()] }),
    name: string({ required: true, description: 'Name.' }),
    ratio: float64({ optional: true, description: 'Fraction.' }),
    policy: json({ optional: true, description: 'JSON.' }),
    address: string({ computed: true, description: 'Address.' }),
  },
};

/** What the service keeps of a thing: in its own form, and without an address. */
interface Body {
  readonly name: string;
  readonly ratio: number | null;
  readonly policy: unknown;
}

const policyOf = ({ policy }: Body) => (policy === null ? null : JSON.stringify(policy));

async function send(plan: Plan<typeof schema>) {
  const body: Body = { name: plan.name, ratio: plan.ratio, policy: JSON.parse(plan.policy ?? 'null') };
  await writeFile(plan.path, JSON.stringify(body));
  return { ...plan, policy: policyOf(body) };
}

const thing = defineResource({
  typeName: 'thing',
  identity: 'path',
  schema,
  create: async ({ plan }) => ({ ...(await send(plan)), address: '10.0.0.1' }),
  read: async ({ state: { path } }) => {
    if (!existsSync(path)) return gone;
    const body = JSON.parse(await readFile(path, 'utf8')) as Body;
    return { path, name: body.name, ratio: body.ratio, policy: policyOf(body), address: '10.0.0.1' };
  },
  update: async ({ plan }) => {
    const sent = await send(plan);
    // The types refuse to forget it.
    return plan.name === 'forget' ? (sent as never) : { ...sent, address: '10.0.0.1' };
  },
  delete: ({ state }) => rm(state.path),
});

export const provider = defineProvider({
  typeName: 'standard',
  source: 'example/standard',
  schema: { description: 'What both frameworks do.', attributes: {} },
  configure: async () => ({ connection: undefined }),
  resources: [thing],
});
