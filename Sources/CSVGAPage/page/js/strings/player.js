export default {
  en: {},
  zh: {},
};
