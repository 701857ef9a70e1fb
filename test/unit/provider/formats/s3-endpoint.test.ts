import { describe, expect, it } from 'vitest';
import { endpointUrl } from '../../../../provider/formats/s3-endpoint';

describe('P31: an endpoint', () => {
  it.each([
    ['https://s3.example.com', 'https://s3.example.com'],
    ['http://s3.example.com:9000/base', 'http://s3.example.com:9000/base'],
    ['s3.example.com', 'https://s3.example.com'],
    ['s3.example.com:9000', 'https://s3.example.com:9000'],
    ['localhost:9000', 'http://localhost:9000'],
    ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['[::1]:9000', 'http://[::1]:9000'],
    ['s3.localhost', 'http://s3.localhost'],
    ['127.1.2.3', 'http://127.1.2.3'],
    ['localhost.example', 'https://localhost.example'],
    [' s3.example.com ', 'https://s3.example.com'],
  ])('%j is %s', (text, url) => {
    expect(endpointUrl(text)).toBe(url);
  });

  it.each([
    '',
    'ftp://s3.example.com',
    'https://',
    'https:///s3.example.com',
    'a b',
    'http:/s3.example.com',
    '//s3.example.com',
    '\\\\s3',
    'https:\\\\s3',
  ])('%j is no endpoint', (text) => {
    expect(endpointUrl(text)).toBeUndefined();
  });
});
