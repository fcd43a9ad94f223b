import { expect, test } from 'vitest';
import homeEnglish from '#features/insight/home/i18n/en-us.json' with { type: 'json' };
import homeChinese from '#features/insight/home/i18n/zh-cn.json' with { type: 'json' };
import shellEnglish from '../i18n/en-us.json' with { type: 'json' };
import shellChinese from '../i18n/zh-cn.json' with { type: 'json' };

test('the menu, and the help that names it, call the page of all entries as the page calls itself', () => {
  expect(shellChinese.shell.manage).toBe(homeChinese.screen.manage);
  expect(shellEnglish.shell.manage).toBe(homeEnglish.screen.manage);
});
