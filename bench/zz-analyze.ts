import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const only = process.argv.slice(2);
await build({
  configFile: 'vite.config.ts',
  logLevel: 'warn',
  build: { outDir: '/tmp/i-scratch/dist', emptyOutDir: true },
  plugins: [
    {
      name: 'a',
      generateBundle(_o: any, bundle: any) {
        const rows = Object.values(bundle).filter((c: any) => c.type === 'chunk') as any[];
        rows.sort((a, b) => b.code.length - a.code.length);
        for (const c of rows.slice(0, 40)) {
          console.log(
            c.fileName,
            c.code.length,
            'gz',
            gzipSync(c.code).length,
            'br',
            brotliCompressSync(c.code).length,
          );
          if (only.some((o) => c.fileName.includes(o)))
            for (const [id, m] of Object.entries(c.modules as Record<string, any>)
              .map(([id, m]) => [id, m.renderedLength])
              .sort((a: any, b: any) => b[1] - a[1])
              .slice(0, 30) as any)
              if (m > 300) console.log('     ', m, id.replace(/.*main\//, ''));
        }
      },
    },
  ],
});
