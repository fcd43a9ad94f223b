import { describe, expect, it } from 'vitest';
import {
  explainFileError,
  explainListenError,
  type StartupError,
  startupError,
  startupErrorOf,
  terminalLanguage,
} from './startup-error.ts';
import messages from './startup-messages.json' with { type: 'json' };

describe('a start-up error', () => {
  it('says its sentence in both languages with the parameters filled in', () => {
    const error = startupError('dataDirInUse', { path: '/srv/data', pid: 42 });
    expect(error.text('en-us')).toBe(
      'The data folder /srv/data is in use by process 42: stop that process or choose another folder with DATA_DIR.',
    );
    expect(error.text('zh-cn')).toContain('进程 42');
    expect(error.message).toBe(error.text('en-us'));
  });

  it('lists several problems one per line', () => {
    const error = startupErrorOf([
      { code: 'diskFull', params: { path: '/a' } },
      { code: 'diskFull', params: { path: '/b' } },
    ]);
    expect(error.text('en-us').split('\n')).toHaveLength(2);
  });

  it('uses the same parameters in both languages of every message', () => {
    const names = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
    for (const text of Object.values(messages)) expect(names(text['zh-cn'])).toEqual(names(text['en-us']));
  });
});

describe('explaining system errors', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });

  it('turns a full disk and a forbidden folder into sentences', () => {
    expect(explainFileError(failure('ENOSPC'), '/data')).toMatchObject({ code: 'diskFull' });
    expect(explainFileError(failure('EACCES'), '/data')).toMatchObject({ code: 'folderNotWritable' });
  });

  it('names the busy port and the variable that changes it', () => {
    const explained = explainListenError(failure('EADDRINUSE'), {
      host: '127.0.0.1',
      port: 1883,
      variable: 'MQTT_PORT',
    });
    expect((explained as StartupError).text('en-us')).toMatch(/Port 1883 .* MQTT_PORT/);
  });

  it('leaves an unknown failure as it is', () => {
    const defect = new TypeError('x is undefined');
    expect(explainFileError(defect, '/data')).toBe(defect);
  });
});

describe('the language of the terminal', () => {
  it('follows COINYARD_LANG before the locale', () => {
    expect(terminalLanguage({ LANG: 'zh_CN.UTF-8' })).toBe('zh-cn');
    expect(terminalLanguage({ LANG: 'C' })).toBe('en-us');
    expect(terminalLanguage({ LANG: 'C', COINYARD_LANG: 'zh-cn' })).toBe('zh-cn');
  });
});
