import { idOf, type Step } from './session';

/** Makes a bucket in a second project, to see whether a list covers all projects of the token. */
export const scope: Step = {
  knobs: ['listScope'],

  async run(session) {
    const { findings, prefix } = session;
    const [projectId] = session.otherProjects;
    if (projectId === undefined) {
      return findings.miss('listScope', 'it takes a second --project that the token may use');
    }
    const id = idOf(await session.createBucket({ projectId, description: `${prefix}elsewhere` }));
    if (id === undefined) return findings.miss('listScope', 'no bucket could be made in the second project');
    const found = await session.poll('/s3/buckets', (items) => items.some((item) => item.id === id) || undefined);
    findings.see('listScope', found ? 'token' : 'project', 'lists after creating a bucket in a second project');
  },
};
