import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

describe('the name of a device in the list of logins', () => {
  it('names the app a page was opened in before the browser engine beneath it', () => {
    const wechat =
      'Mozilla/5.0 (Linux; Android 14; V2) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50';
    expect(deviceName(wechat)).toBe('WeChat · Android');
  });

  it('tells Safari on an iPhone from Chrome on Windows', () => {
    expect(
      deviceName(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari · iPhone');
    expect(deviceName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36')).toBe(
      'Chrome · Windows',
    );
  });

  it('shows the start of what it does not know, and nothing for nothing', () => {
    expect(deviceName('curl/8.9.1')).toBe('curl/8.9.1');
    expect(deviceName('')).toBeUndefined();
  });
});
