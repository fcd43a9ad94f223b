import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/ensure-browser.ts';

const b = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
for (const path of process.argv.slice(3)) {
  const ctx = await b.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  const p = await ctx.newPage();
  const d = await ctx.newCDPSession(p);
  await d.send('Network.enable');
  await d.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200000,
    uploadThroughput: 93750,
  });
  await d.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const t0: any = {};
  let base = 0;
  d.on('Network.requestWillBeSent', (e: any) => {
    base ||= e.timestamp;
    t0[e.requestId] = {
      url: e.request.url,
      at: e.timestamp,
      pri: e.request.initialPriority,
      by: e.initiator.type,
    };
  });
  d.on('Network.responseReceived', (e: any) => {
    const r = t0[e.requestId];
    if (r) {
      r.head = e.timestamp;
      r.enc = e.response.headers['content-encoding'];
      r.conn = e.response.connectionId;
    }
  });
  d.on('Network.loadingFinished', (e: any) => {
    const r = t0[e.requestId];
    if (r) {
      r.end = e.timestamp;
      r.size = e.encodedDataLength;
    }
  });
  await p.addInitScript(() => {
    new PerformanceObserver((l) => {
      for (const e of l.getEntries())
        ((window as any).__lt ??= []).push([e.entryType, Math.round(e.startTime), Math.round(e.duration)]);
    }).observe({ entryTypes: ['longtask', 'paint'] });
  });
  await p.goto(process.argv[2] + path, { waitUntil: 'load' });
  await p.waitForTimeout(4000);
  console.log('==', path);
  for (const r of Object.values(t0) as any[])
    console.log(
      String(Math.round((r.at - base) * 1000)).padStart(6),
      String(Math.round((r.head - base) * 1000)).padStart(6),
      String(Math.round((r.end - base) * 1000)).padStart(6),
      String(r.size).padStart(8),
      r.enc,
      r.pri,
      r.by,
      r.conn,
      r.url.replace(/^http:..[^/]+/, ''),
    );
  console.log(JSON.stringify(await p.evaluate(() => (window as any).__lt)));
  await ctx.close();
}
await b.close();
