import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { configVariables } from './config-variables.ts';
import { StartupError } from './startup-error.ts';

function problemsOf(env: NodeJS.ProcessEnv): StartupError {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('the configuration', () => {
  it('has a working default for everything', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      databaseUrl: undefined,
      demo: true,
      mqtt: { url: undefined, host: '127.0.0.1', port: 1883 },
      legacyMd5Login: false,
      trustedParentOrigins: [],
      storage: { kind: 'disk' },
      sms: undefined,
      map: undefined,
    });
  });

  it('takes port 0 as any free port', () => {
    expect(loadConfig({ PORT: '0', MQTT_PORT: '0' })).toMatchObject({ port: 0, mqtt: { port: 0 } });
  });

  it('treats an empty variable like an absent one', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', STORAGE: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  it('can not be changed after it is read', () => {
    const config = loadConfig({});
    expect(() => Object.assign(config.mqtt, { port: 1 })).toThrow(TypeError);
  });

  it('reports every problem at once, in both languages', () => {
    const error = problemsOf({ PORT: '99999', DEMO: 'yes', DATABASE_URL: 'mysql://x/y', STORAGE: 's3' });
    const lines = error.text('en-us').split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      'The environment variable PORT is not valid: it must be a whole number from 0 to 65535.',
    );
    expect(error.text('en-us')).toContain('S3_BUCKET must be set because STORAGE=s3 is set');
    expect(error.text('zh-cn').split('\n')).toHaveLength(6);
  });

  it('never repeats a wrong value, which may be a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'hunter2' }).message).not.toContain('hunter2');
  });

  it('wants all of the SMS variables or none', () => {
    const complete = {
      ALIYUN_SMS_ACCESS_KEY_ID: 'id',
      ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN_NAME: 'Coinyard',
      ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
    };
    expect(loadConfig(complete).sms).toMatchObject({ templateCodes: { code: 'SMS_1', notice: undefined } });
    expect(problemsOf({ ...complete, ALIYUN_SMS_SIGN_NAME: '' }).problems).toEqual([
      {
        code: 'configRequires',
        params: { name: 'ALIYUN_SMS_SIGN_NAME', because: 'ALIYUN_SMS_ACCESS_KEY_ID' },
      },
    ]);
    expect(loadConfig({ DEMO: '0' }).sms).toBeUndefined();
  });

  it('reads complete S3 settings', () => {
    const env = { STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    expect(
      loadConfig({ ...env, S3_ENDPOINT: 'http://minio:9000/', S3_FORCE_PATH_STYLE: '1' }).storage,
    ).toEqual({
      kind: 's3',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'b',
      accessKeyId: 'k',
      secretAccessKey: 's',
      forcePathStyle: true,
    });
  });

  it('accepts only origins as trusted parents', () => {
    expect(loadConfig({ TRUSTED_PARENT_ORIGINS: 'https://a.example, https://b.example:8443' })).toMatchObject(
      {
        trustedParentOrigins: ['https://a.example', 'https://b.example:8443'],
      },
    );
    for (const wrong of ['https://a.example/path', '*', 'a.example']) {
      expect(problemsOf({ TRUSTED_PARENT_ORIGINS: wrong }).code).toBe('configInvalid');
    }
  });

  it('has no default for anything secret', () => {
    for (const [name, variable] of Object.entries(configVariables)) {
      if ('secret' in variable && variable.secret) expect(variable, name).not.toHaveProperty('default');
    }
  });
});
