/** The messages stand above every dialog, drawer and sheet: who presses one of them means the message, and what is open stays. For `onInteractOutside`. */
export function besideOverlay(event: CustomEvent<{ readonly originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('.uk-toasts') !== null) event.preventDefault();
}
