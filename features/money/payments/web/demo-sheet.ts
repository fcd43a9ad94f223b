/** Demo mode: the simulated platform's page over ours, as its own browser would show it. */
export function showSheet(address: string, title: string): Promise<'paid' | 'cancelled' | 'unknown'> {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  dialog.setAttribute('aria-label', title);
  frame.title = title;
  const onPhone = matchMedia('(max-width: 480px)').matches;
  Object.assign(dialog.style, {
    width: onPhone ? '100vw' : '430px',
    height: onPhone ? '100dvh' : 'min(100dvh, 700px)',
    maxWidth: '100vw',
    maxHeight: '100dvh',
    padding: '0',
    border: '0',
    borderRadius: onPhone ? '0' : '14px',
    overflow: 'hidden',
  });
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
  frame.src = address;
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    let outcome: 'paid' | 'cancelled' | 'unknown' = 'cancelled';
    frame.addEventListener('load', () => {
      const said = resultOf(frame);
      if (!said) return;
      outcome = said;
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(outcome);
    });
  });
}

/** The page has led back, and says in its address how it went: in WeChat's words or in Alipay's. */
function resultOf(frame: HTMLIFrameElement): 'paid' | 'cancelled' | 'unknown' | undefined {
  const { pathname, searchParams } = new URL(frame.contentWindow?.location.href ?? 'about:blank');
  const result = searchParams.get('result') ?? searchParams.get('resultCode');
  if (result === 'ok' || result === '9000') return 'paid';
  if (result === 'cancel' || result === '6001') return 'cancelled';
  return pathname.startsWith('/demo/pay/') || pathname === 'blank' ? undefined : 'unknown';
}
