export default {
  en: {
    "gallery.title": "Gallery",
  },
  zh: {
    "gallery.title": "文件库",
  },
};
