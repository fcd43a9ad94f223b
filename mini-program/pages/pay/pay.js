const fields = ['timeStamp', 'nonceStr', 'package', 'signType', 'paySign'];

/** Pays what the server signed, and goes back whatever the outcome: the page behind asks the server, and believes nobody else. */
Page({
  onLoad(options) {
    const signed = {};
    for (const name of fields) signed[name] = decodeURIComponent(options[name] || '');
    wx.requestPayment({ ...signed, complete: () => wx.navigateBack({ delta: 1 }) });
  },
});
