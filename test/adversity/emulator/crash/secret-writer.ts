import { base64, type Send } from '../../../host/emulator/support';

/** Makes and deletes secrets over REST until its requests fail. */
export class SecretWriter {
  acknowledged = 0;
  /** By id; what was acknowledged and must be there. */
  readonly kept = new Map<string, string>();
  /** By id; what was acknowledged to be deleted and must not be there. One whose deletion was on its way may be either. */
  readonly gone = new Set<string>();

  constructor(
    private readonly projectId: string,
    private readonly name: string,
  ) {}

  async run(send: Send, round: number): Promise<void> {
    for (let n = 0; ; n += 1) {
      const name = `${this.name}-r${round}-${n}`;
      const made = await send('POST', '/secrets', { project_id: this.projectId, name, value: base64(name) }).catch(
        () => undefined,
      );
      if (made === undefined) return;
      this.acknowledged += 1;
      this.kept.set(made.json.id, name);
      if (n % 3 !== 0) continue;
      this.kept.delete(made.json.id);
      if ((await send('DELETE', `/secrets/${made.json.id}`).catch(() => undefined)) === undefined) return;
      this.gone.add(made.json.id);
    }
  }
}
