const { origin } = require('../../settings.js');

const homePath = '/program';

/** A page of ours: what the scanned label says (`q`), or where a page wants to go on (`to`). Anything else is home. */
function wantedPath(options) {
  const scanned = options.q ? decodeURIComponent(options.q) : '';
  if (scanned.startsWith(`${origin}/`)) return scanned.slice(origin.length);
  const path = options.to ? decodeURIComponent(options.to) : '';
  return /^\/(?![/\\])/.test(path) ? path : homePath;
}

/** Asks WeChat who it is, and shows our pages with the answer. */
Page({
  data: { src: '', failed: false },

  onLoad(options) {
    this.path = wantedPath(options);
    this.start();
  },

  start() {
    this.setData({ failed: false });
    wx.login({
      success: ({ code }) =>
        this.setData({
          src: `${origin}/middleStation?provider=wechat&applet_code=${encodeURIComponent(code)}&to=${encodeURIComponent(this.path)}`,
        }),
      fail: () => this.setData({ failed: true }),
    });
  },
});
