import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { REASONS } from '../../emulator/garage/readiness';
import { Metrics } from '../../emulator/metrics/metrics';
import { inRoot } from '../../scripts/support/paths';
import { FakeCluster } from '../emulator/garage/fake-cluster';
import { startEmulator, temporaryFolder } from '../emulator/support';

/** projen brings a reader of YAML along. */
const yaml = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as { parse(text: string): Rules };

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[];
  }[];
}

const alerts = yaml
  .parse(readFileSync(inRoot('docs/self-hosting/alerts.yaml'), 'utf8'))
  .groups.flatMap(({ rules }) => rules);

test('every alert asks for a metric that a control plane over a cluster has, by labels that it has', async () => {
  const cluster = await FakeCluster.start();
  onTestFinished(() => cluster.stop());
  const emulator = await startEmulator({
    garage: { adminUrls: [cluster.url], adminToken: cluster.token },
    s3PublicUrl: 'https://s3.example',
    dataDir: temporaryFolder(),
    log: () => undefined,
  });
  // A counter has no row before it has counted.
  const counted = new Metrics('1');
  counted.finding('key_of_nobody');
  const page = `${await (await fetch(`${emulator.baseUrl}/metrics`)).text()}\n${counted.text()}`;

  expect(alerts.length).toBeGreaterThan(3);
  for (const { alert, expr, annotations } of alerts) {
    const [metric = ''] = /coffer_\w+/.exec(expr) ?? [];
    const rows = page.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
    expect(rows, alert).not.toEqual([]);
    // Prometheus itself adds the instance.
    const labels = [...JSON.stringify([expr, annotations]).matchAll(/\$labels\.(\w+)|by \(instance, (\w+)\)/g)];
    for (const label of labels) expect(rows[0], alert).toContain(`${label[1] ?? label[2]}="`);
  }
});

test('an alert goes off for each reason that keeps the cluster from being changed', async () => {
  const metrics = new Metrics('1');
  metrics.watchObstacles(REASONS, () => ['displaced']);

  const rows = metrics
    .text()
    .split('\n')
    .filter((line) => line.startsWith('coffer_cluster_obstacle'));

  expect(rows.sort()).toEqual(
    REASONS.map((reason) => `coffer_cluster_obstacle{reason="${reason}"} ${reason === 'displaced' ? 1 : 0}`).sort(),
  );
});
