import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadNamespaces } from './i18n.ts';
import { type SlotModule, type SlotName, slotModulesStore } from './slots.ts';
import { useStore } from './store.ts';

const filled = new Map<string, ComponentType>();
const keyOf = (module: SlotModule, name: SlotName) => `${module.feature}/${name}`;

async function fill(module: SlotModule, name: SlotName): Promise<void> {
  const filler = module.slots[name];
  const key = keyOf(module, name);
  if (!filler || filled.has(key)) return;
  const [loaded] = await Promise.all([filler.load(), loadNamespaces(module.feature)]);
  filled.set(key, loaded.default);
}

/** A filling that fails (a chunk of an older build, a bug) leaves its place empty and the page around it alive. */
class Contained extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/**
 * Whether everything that features put into these places has been fetched, or could not be. A page that shows what lies
 * below only then does not jump.
 */
export function useSlotsLoaded(...names: readonly SlotName[]): boolean {
  const modules = useStore(slotModulesStore);
  const wanted = modules.flatMap((module) =>
    names.flatMap((name) => (module.slots[name] ? [{ module, name }] : [])),
  );
  const missing = wanted.filter(({ module, name }) => !filled.has(keyOf(module, name)));
  const [tried, setTried] = useState<string>();
  const key = missing.map(({ module, name }) => keyOf(module, name)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which are missing
  useEffect(() => {
    if (key === '') return;
    let gone = false;
    void Promise.all(
      missing.map(({ module, name }) => fill(module, name).catch((error) => console.error(error))),
    ).then(() => {
      if (!gone) setTried(key);
    });
    return () => {
      gone = true;
    };
  }, [key]);
  return key === '' || tried === key;
}

const rankIn = (module: SlotModule, name: SlotName) => module.slots[name]?.rank ?? 0;

/** Everything that features put into a place; nothing while none does. */
export function Slot({ name }: { name: SlotName }) {
  const modules = useStore(slotModulesStore);
  const loaded = useSlotsLoaded(name);
  const inOrder = [...modules].sort((one, other) => rankIn(one, name) - rankIn(other, name));
  return inOrder.map((module) => {
    const Filling = loaded ? filled.get(keyOf(module, name)) : undefined;
    return (
      Filling && (
        <Contained key={module.feature}>
          <Filling />
        </Contained>
      )
    );
  });
}

export function useSlotFilled(name: SlotName): boolean {
  return useStore(slotModulesStore).some((module) => module.slots[name] !== undefined);
}
