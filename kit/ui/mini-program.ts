interface MiniProgramWindow {
  /** set by WeChat in a web-view of a mini-program */
  __wxjs_environment?: string;
}

/** Whether this page is shown by the web-view of a mini-program: paying and logging in are the native pages' there. */
export const inMiniProgram = (): boolean =>
  (window as MiniProgramWindow).__wxjs_environment === 'miniprogram' ||
  /miniProgram/i.test(navigator.userAgent);

/** Native pages of ours (folder mini-program), and what they are told; docs/mini-program.md. */
export const nativePages = { start: '/pages/index/index', pay: '/pages/pay/pay' } as const;

/** As WeChat's own script asks for a native page. */
export const openNative = (way: 'navigateTo' | 'reLaunch', page: string, query: Record<string, string>) => ({
  name: way,
  arg: { url: `${page}?${new URLSearchParams(query)}` },
});
