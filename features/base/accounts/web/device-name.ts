/** The few words of a user agent that people recognise: browser and system. */
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/AlipayClient/, 'Alipay'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/HuaweiBrowser/, 'Huawei Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const find = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export function deviceName(userAgent: string): string | undefined {
  const parts = [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : userAgent.slice(0, 40) || undefined;
}
