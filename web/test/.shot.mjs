import { launch, open, serve, says } from './serve.mjs';
const [hash,name,...sizes]=process.argv.slice(2);
const server=await serve(); const b=await launch();
for (const s of sizes){ const [w,h]=s.split('x').map(Number);
 const p=await open(b,server.url+hash,{viewport:{width:w,height:h},serviceWorkers:'block',locale:process.env.L??'en',hasTouch:w<500});
 await p.waitForTimeout(+(process.env.W??2500));
 if(process.env.JS) { await p.evaluate(process.env.JS); await p.waitForTimeout(+(process.env.W2??800)); }
 if (process.env.PDF) await p.pdf({path:`/tmp/${name}.pdf`,format:'A4',printBackground:!!process.env.BG});
 else await p.screenshot({path:`/tmp/${name}-${s}.png`,fullPage:!!process.env.FULL});
 console.log(s,p.errors, await p.evaluate(()=>[document.documentElement.scrollWidth,document.documentElement.scrollHeight,location.hash]));
 await p.context().close(); }
await b.close(); await server.close();
