const { origin } = require('../../settings.js');

const homePath = '/program';

/** Text without what hides letters; a path that can not be read is none. */
function plain(path) {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return '';
  }
}

/**
 * Only this page asks WeChat for a code. A label or a link that brings a log-in of its own along would make the person
 * before the phone somebody else.
 */
const logsIn = (path) => /^\/+middlestation\b/.test(plain(path)) || plain(path).includes('applet_code');

/** A page of ours: what the scanned label says (`q`), or where a page wants to go on (`to`). Anything else is home. */
function wantedPath(options) {
  const scanned = options.q ? decodeURIComponent(options.q) : '';
  const isLabel = scanned.startsWith(`${origin}/`);
  const path = isLabel ? scanned.slice(origin.length) : options.to ? decodeURIComponent(options.to) : '';
  return /^\/(?![/\\])/.test(path) && !logsIn(path) ? path : homePath;
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
