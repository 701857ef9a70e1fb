import { expect, test } from 'vitest';
import { Metrics } from '../../../emulator/metrics/metrics';

test('the page has each metric with its help, also what there is none of', () => {
  const metrics = new Metrics('1.2.3');
  metrics.request({ operation: 'PutObject', status: 200, durationMs: 20_000 });
  metrics.request({ operation: 'createSecret', status: 'cut', durationMs: 20_000 });
  metrics.request({ operation: undefined, status: 404, durationMs: 20_000 });
  // Not finished yet.
  metrics.request({ operation: 'createSecret', status: undefined, durationMs: 1 });
  metrics.request({ operation: 'createSecret', status: 200, durationMs: undefined });

  const lines = metrics
    .text()
    .split('\n')
    .filter((line) => !/le="\d/.test(line))
    .map((line) => line.replace(/^(process_\w+) [\de.+-]+$/, '$1 N'));

  expect(lines).toEqual([
    '# HELP coffer_build_info The version that runs.',
    '# TYPE coffer_build_info gauge',
    'coffer_build_info{version="1.2.3"} 1',
    '# HELP process_start_time_seconds When the process was started.',
    '# TYPE process_start_time_seconds gauge',
    'process_start_time_seconds N',
    '# HELP process_resident_memory_bytes Memory of the process.',
    '# TYPE process_resident_memory_bytes gauge',
    'process_resident_memory_bytes N',
    '# HELP coffer_requests_total Requests that were answered, or cut.',
    '# TYPE coffer_requests_total counter',
    'coffer_requests_total{api="s3",operation="PutObject",status="200"} 1',
    'coffer_requests_total{api="rest",operation="createSecret",status="cut"} 1',
    'coffer_requests_total{api="none",operation="none",status="404"} 1',
    '# HELP coffer_request_duration_seconds Time until the response was ready.',
    '# TYPE coffer_request_duration_seconds histogram',
    ...['s3",operation="PutObject', 'rest",operation="createSecret', 'none",operation="none'].flatMap((labels) => [
      `coffer_request_duration_seconds_bucket{api="${labels}",le="+Inf"} 1`,
      `coffer_request_duration_seconds_sum{api="${labels}"} 20`,
      `coffer_request_duration_seconds_count{api="${labels}"} 1`,
    ]),
    '',
  ]);
});

test('the start of the process is told in seconds since 1970, and its memory in bytes', () => {
  const page = new Metrics('1').text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1]);

  expect(Math.abs(read('process_start_time_seconds') - performance.timeOrigin / 1_000)).toBeLessThan(60);
  expect(read('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});
