import { chromium } from 'playwright-core';
import { createApi } from './e2e/support/api.ts';
import { type Session, type TokenAnswer, userOf } from '#kit/ui/session-keeper.ts';
function storedSession(answer: TokenAnswer): Session {
  const now = Date.now();
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAtMs: now + answer.expires_in * 1000,
    endsAtMs: now + 30 * 24 * 3600 * 1000,
    user: userOf(answer),
  };
}
const base='http://127.0.0.1:3600', out='/tmp/shots/';
const [paths, looks, who='merchant', full='']=process.argv.slice(2) as string[];
const b=await chromium.launch({executablePath:'/usr/lib/chromium/chromium-headless-shell',args:['--no-sandbox']});
for (const [w,l,s] of JSON.parse(looks!)) {
  const player=who.startsWith('player');
  const session=player?undefined:{name:'coinyard.session',value:JSON.stringify(storedSession(await createApi(base).login(who)))};
  const ctx=await b.newContext({baseURL:base,viewport:w==='desk'?{width:1440,height:900}:{width:390,height:844},isMobile:w!=='desk',hasTouch:w!=='desk',colorScheme:s,locale:l==='zh'?'zh-CN':'en-US',timezoneId:'Asia/Shanghai',storageState:{cookies:[],origins:session?[{origin:base,localStorage:[session]}]:[]}});
  await ctx.addCookies([{name:'coinyard_lang',value:l==='zh'?'zh-cn':'en-us',url:base}]);
  const p=await ctx.newPage();
  p.on('pageerror',e=>console.log('PAGEERROR',e.message));
  if(player){await p.goto(base+'/demo_player?n='+(who.slice(6)||'1')+'&to=/program'); await p.waitForTimeout(4000);}
  for(const path of paths!.split(',')){ await p.goto(base+path).catch(e=>console.log(e.message)); await p.waitForLoadState('networkidle',{timeout:15000}).catch(()=>{}); await p.waitForTimeout(1500); await p.screenshot({path:out+path.replace(/[^\w]/g,'_')+'-'+w+'-'+l+'-'+s+'.png',fullPage:full==='full'}); console.log(path,w,l,await p.title()); }
  await ctx.close();
}
await b.close();
