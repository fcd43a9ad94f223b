import sharp from 'sharp';
const [out,cols,...files]=process.argv.slice(2);
const n=+cols; const ims=await Promise.all(files.map(async f=>{const w= f.includes('phone')?390:960; return sharp(f).resize({width:w}).toBuffer({resolveWithObject:true});}));
const cw=Math.max(...ims.map(i=>i.info.width))+8, ch=Math.max(...ims.map(i=>i.info.height))+8; const rows=Math.ceil(ims.length/n);
await sharp({create:{width:cw*n,height:ch*rows,channels:3,background:'#888'}}).composite(ims.map((i,k)=>({input:i.data,left:(k%n)*cw,top:Math.floor(k/n)*ch}))).png().toFile(out);
